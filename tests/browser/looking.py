"""What can be measured of a page's looks: contrast, text beyond the edge, controls without a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LOOK = r"""
() => {
  const rgba = text => {
    const whole = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/);
    if (whole) return [+whole[1], +whole[2], +whole[3], whole[4] === undefined ? 1 : +whole[4]];
    const mixed = text.match(/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/);
    return mixed && [mixed[1] * 255, mixed[2] * 255, mixed[3] * 255, mixed[4] === undefined ? 1 : +mixed[4]];
  };
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat([1]);
  const light = c => {
    const part = v => (v /= 255) <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    return 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
  };
  const up = function* (e) { for (; e; e = e.parentElement) yield e; };
  const ground = e => {
    const stack = [...up(e)].map(n => rgba(getComputedStyle(n).backgroundColor)).filter(c => c && c[3] > 0);
    return stack.reverse().reduce((below, above) => over(above, below), [255, 255, 255, 1]);
  };
  const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().height > 0;
  const faint = [], wide = [], nameless = [];
  const walk = document.createTreeWalker(document.querySelector('[data-testid="stApp"]'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.textContent.trim(), e = walk.currentNode.parentElement;
    if (!words || !seen(e) || e.closest('style, [disabled], [aria-disabled="true"], [data-testid="stIconMaterial"]'))
      continue;
    if (e.closest('[data-testid="stTooltipContent"], [data-testid="stDataFrame"], [data-stale="true"]')) continue;
    const style = getComputedStyle(e), below = ground(e);
    const colour = rgba(e.closest('svg') ? style.fill : style.color);
    if (!colour) continue;
    let fade = e.closest('svg') ? +style.fillOpacity : 1;
    for (const n of up(e)) fade *= +getComputedStyle(n).opacity;
    const [a, b] = [light(over([colour[0], colour[1], colour[2], colour[3] * fade], below)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < (/[\p{L}\p{N}]/u.test(words) ? 4.5 : 3)) faint.push(`${words.slice(0, 40)} ${ratio.toFixed(2)}`);
  }
  const main = document.querySelector('[data-testid="stMain"], [data-testid="stAppScrollToBottomContainer"]');
  if (main.scrollWidth > main.clientWidth) wide.push(`the page ${main.scrollWidth} of ${main.clientWidth}`);
  for (const grid of document.querySelectorAll('[data-testid="stDataFrame"] .dvn-scroller'))
    if (grid.scrollWidth > grid.clientWidth + 1) wide.push(`a table ${grid.scrollWidth} of ${grid.clientWidth}`);
  for (const e of document.querySelectorAll('button, input, textarea, select')) {
    const name = e.getAttribute('aria-label') || e.innerText || e.title || (e.labels && e.labels[0]?.innerText);
    if (seen(e) && !e.closest('[data-testid="stExpanderDetails"], [aria-hidden="true"]') && !(name || '').trim())
      nameless.push(e.outerHTML.slice(0, 120));
  }
  return {faint, wide, nameless};
}
"""


def look(page: Page) -> dict[str, Any]:
    """What is wrong with a page's looks. Tables of data and disabled controls have no contrast asked of them.

    `faint`: words of less than 4.5 to 1 and signs of less than 3 to 1 (WCAG AA); `wide`: what must be scrolled
    sideways; `nameless`: controls that a screen reader cannot name.
    """
    found: dict[str, Any] = page.evaluate(_LOOK)
    return found
