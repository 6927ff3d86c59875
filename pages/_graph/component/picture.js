// Draws the boxes and lines that Python placed, and tells which one was clicked. Text is set as text, never as HTML.
const SVG = "http://www.w3.org/2000/svg"
const MARGIN = 16
const MOST = 1.25, CLOSEST = 3, READ = 0.55, NARROW = 600

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector(".joinery")
  const held = (root.held ??= { view: null, drawn: "" })
  const svg = root.querySelector("svg")
  for (const [name, colour] of Object.entries(data.colours)) root.style.setProperty(`--j-${name}`, colour)
  svg.setAttribute("aria-label", data.words.picture)
  held.choose = (id) => {
    mark(root, id)
    setTriggerValue("clicked", id)
  }

  const scene = svg.querySelector("g")
  // What stands beside the picture takes of its room, and moves no box: the place of both says how wide the screen is.
  const around = parentElement.getRootNode().host ?? parentElement
  const place = around.closest(".st-key-picture-and-side") ?? svg
  const narrow = () => {
    const wide = place.getBoundingClientRect().width
    return wide > 0 && wide <= NARROW
  }
  let slim = null
  const draw = () => {
    slim = narrow()
    const lines = data.lines.map((line, n) => (slim ? { ...line, ...data.tall.lines[n] } : line))
    const boxes = data.boxes.map((box, n) => (slim ? { ...box, x: data.tall.boxes[n][0], y: data.tall.boxes[n][1] } : box))
    scene.replaceChildren()
    const under = make(scene, "g", { class: "lines" })
    for (const line of lines) drawLine(under, line)
    for (const box of boxes) drawBox(scene, box, data.measures)
    for (const line of lines) line.marks.forEach((m) => (make(scene, "text", { class: "mark", x: m[0], y: m[1] }).textContent = m[2]))
    mark(root, data.selected)
  }
  draw()
  explain(root.querySelector(".legend"), data.legend)

  const apply = () => {
    const { x, y, k } = held.view
    scene.setAttribute("transform", `translate(${x},${y}) scale(${k})`)
  }
  const fit = () => {
    const area = svg.getBoundingClientRect()
    if (!area.width || !area.height) return
    const all = scene.getBBox()
    const k = Math.min((area.width - 2 * MARGIN) / all.width, (area.height - 2 * MARGIN) / all.height, MOST)
    held.view = { k, x: area.width / 2 - k * (all.x + all.width / 2), y: area.height / 2 - k * (all.y + all.height / 2), fitted: true }
    apply()
  }
  // At first: the whole picture, or where that cannot be read on a narrow screen its upper end in full width.
  const begin = () => {
    fit()
    const area = svg.getBoundingClientRect()
    if (!held.view || !slim || held.view.k >= READ) return
    const all = scene.getBBox()
    const k = Math.max((area.width - 2 * MARGIN) / all.width, READ)
    held.view = { k, x: area.width / 2 - k * (all.x + all.width / 2), y: MARGIN - k * all.y, begun: true }
    apply()
  }
  // What is chosen stays in sight, and can be read, also when the area gets smaller.
  const keep = () => {
    const chosen = scene.querySelector(".chosen")
    if (!chosen) return
    const [area, place] = [svg.getBoundingClientRect(), chosen.getBoundingClientRect()]
    const seen = place.left < area.right - 40 && place.right > area.left + 40 && place.top < area.bottom - 20 && place.bottom > area.top + 20
    if (seen && held.view.k >= READ) return
    const [x, y] = [place.left + place.width / 2 - area.left, place.top + place.height / 2 - area.top]
    const k = Math.max(held.view.k, READ)
    held.view = { k, x: area.width / 2 - ((x - held.view.x) * k) / held.view.k, y: area.height / 2 - ((y - held.view.y) * k) / held.view.k }
    apply()
  }
  const settle = () => {
    if (slim !== narrow()) {
      draw()
      held.view = null
    }
    if (!held.view || held.view.begun) begin()
    else if (held.view.fitted) fit()
    keep()
  }
  const zoom = (by, at) => {
    const area = svg.getBoundingClientRect()
    const [px, py] = at ? [at.clientX - area.left, at.clientY - area.top] : [area.width / 2, area.height / 2]
    const k = Math.min(CLOSEST, Math.max(0.05, held.view.k * by))
    const change = k / held.view.k
    held.view = { k, x: px - (px - held.view.x) * change, y: py - (py - held.view.y) * change }
    apply()
  }
  if (held.drawn !== data.drawn) held.view = null
  if (held.view) apply()
  settle()
  held.drawn = data.drawn

  const buttons = root.querySelectorAll(".tools button")
  const actions = [() => zoom(1.3), () => zoom(1 / 1.3), fit]
  buttons.forEach((button, n) => {
    button.title = data.words.tools[n]
    button.setAttribute("aria-label", data.words.tools[n])
    button.onclick = actions[n]
  })

  let from = null
  svg.onpointerdown = (e) => {
    if (e.button === 0) from = { x: e.clientX, y: e.clientY, view: { ...held.view }, moved: false }
  }
  svg.onpointermove = (e) => {
    if (!from || !(e.buttons & 1)) return
    const [dx, dy] = [e.clientX - from.x, e.clientY - from.y]
    if (!from.moved && Math.hypot(dx, dy) < 5) return
    if (!from.moved) svg.setPointerCapture(e.pointerId)
    from.moved = true
    held.view = { k: from.view.k, x: from.view.x + dx, y: from.view.y + dy }
    apply()
  }
  svg.onclick = (e) => {
    const moved = from?.moved
    from = null
    const id = e.target.closest?.("[data-id]")?.dataset.id
    if (!moved && id) held.choose(id)
  }
  svg.ondblclick = (e) => !e.target.closest?.("[data-id]") && zoom(1.6, e)
  svg.onkeydown = (e) => {
    const id = e.target.dataset?.id
    if ((e.key === "Enter" || e.key === " ") && id) held.choose(id)
    else if (e.key === "+") zoom(1.3)
    else if (e.key === "-") zoom(1 / 1.3)
    else if (e.key === "0") fit()
    else return
    e.preventDefault()
  }
  const wheel = (e) => {
    if (!e.ctrlKey && !e.metaKey) return
    e.preventDefault()
    zoom(Math.exp(-e.deltaY * 0.0025), e)
  }
  svg.addEventListener("wheel", wheel, { passive: false })
  const sized = new ResizeObserver(settle)
  sized.observe(svg)
  return () => {
    svg.removeEventListener("wheel", wheel)
    sized.disconnect()
  }
}

function make(parent, name, attributes) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  parent.appendChild(made)
  return made
}

function clickable(parent, id, said) {
  const made = make(parent, "g", { class: "item", "data-id": id, tabindex: 0, role: "button", "aria-label": said })
  make(made, "title", {}).textContent = said
  return made
}

function drawLine(parent, line) {
  const group = line.id ? clickable(parent, line.id, line.said) : make(parent, "g", {})
  group.classList.add("line", line.state || "plain")
  if (line.perfect) group.classList.add("perfect")
  if (line.id) make(group, "path", { class: "reach", d: line.path })
  make(group, "path", { class: "stroke", d: line.path })
}

function drawBox(parent, box, { head: headTall, row: rowTall }) {
  const group = make(parent, "g", { class: `box ${box.kind}${box.hit ? " hit" : ""}`, transform: `translate(${box.x},${box.y})` })
  make(group, "rect", { class: "frame", width: box.w, height: box.h, rx: box.kind === "shared" ? box.h / 2 : 7 })
  const open = box.rows.length || box.more
  const head = clickable(group, box.id, box.said)
  head.classList.add("head")
  const tall = open ? headTall : box.h
  make(head, "rect", { class: "cover", width: box.w, height: tall, rx: box.kind === "shared" ? box.h / 2 : 7 })
  if (open) {
    write(head, box.title, 12, tall / 2, "title", "start", box.w - 24 - box.note.length * 7.4)
    write(head, box.note, box.w - 12, tall / 2, "note", "end")
  } else if (box.note) {
    write(head, box.title, box.w / 2, 17, "title", "middle", box.w - 16)
    write(head, box.note, box.w / 2, 36, "note", "middle")
  } else write(head, box.title, box.w / 2, tall / 2, "title", "middle", box.w - 16)
  box.rows.forEach((row, n) => {
    const made = clickable(group, row.id, row.said)
    made.classList.add("row")
    if (row.hit) made.classList.add("hit")
    make(made, "rect", { class: "cover", x: 1, y: headTall + n * rowTall, width: box.w - 2, height: rowTall, rx: 4 })
    write(made, row.label, 12, headTall + (n + 0.5) * rowTall, "label", "start", box.w - 32 - row.note.length * 7.4)
    write(made, row.note, box.w - 12, headTall + (n + 0.5) * rowTall, "note", "end")
  })
  if (box.more) write(group, box.more, 12, headTall + box.rows.length * rowTall + 10, "note", "start")
}

function write(parent, words, x, y, kind, anchor, room) {
  const made = make(parent, "text", { class: kind, x, y, "text-anchor": anchor, "dominant-baseline": "central" })
  made.textContent = words
  if (room && made.getComputedTextLength() > room) {
    made.setAttribute("textLength", room)
    made.setAttribute("lengthAdjust", "spacingAndGlyphs")
  }
}

function mark(root, id) {
  root.querySelectorAll(".chosen").forEach((e) => e.classList.remove("chosen"))
  if (id) root.querySelectorAll("[data-id]").forEach((e) => e.dataset.id === id && e.classList.add("chosen"))
}

function explain(place, legend) {
  place.replaceChildren()
  for (const [look, words] of legend) {
    const entry = place.appendChild(document.createElement("span"))
    if (!/^(line|box)/.test(look)) {
      entry.append(`${look} ${words}`)
      continue
    }
    const sign = make(entry, "svg", { width: 26, height: 14, "aria-hidden": "true" })
    if (look.startsWith("line")) make(make(sign, "g", { class: look }), "path", { class: "stroke", d: "M1 7H25" })
    else make(make(sign, "g", { class: look }), "rect", { class: "frame", x: 2, y: 1, width: 22, height: 12, rx: look.includes("shared") ? 6 : 3 })
    entry.append(words)
  }
}
