/** Trino from its jars: the tarball with its launcher is not on Maven Central. */
public class Start {
    public static void main(String[] arguments) {
        new io.trino.server.Server().start("435");
    }
}
