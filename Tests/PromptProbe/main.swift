import Glibc
import LineInput

// Asks the questions of its arguments and prints how each one ended; for tests of the prompt on a
// real terminal. The words of an argument are explained at `QuestionScript`.
exit(Probe(arguments: Array(CommandLine.arguments.dropFirst())).run())
