/**
 * The shell texts that stand between us and a command where processes have groups. They never change: what
 * they are about comes as arguments.
 */

/** Of one read, and of one atomic write to a pipe. */
const BLOCK_BYTES = 4096;
/**
 * Reads into one of the two files before the other is begun anew. A read has a byte at least, so the
 * fuller file holds what a tail needs; both together are 64 MiB at most.
 */
const BLOCKS = 8192;

/** In the folder of the run: output, taken in turns. */
export const RING_FILES = ["a", "b"] as const;
/** In the folder of the run: written when the program could not be started. */
export const UNSTARTED_FILE = "unstarted";
/** Said to the keeper once the command was waited for. */
export const DONE_LINE = "done\n";

const turn = (file: string) =>
  `dd bs=${BLOCK_BYTES} count=${BLOCKS} of="$0/${file}" && [ -s "$0/${file}" ]`;

/**
 * Reads the output of the command (3) and the lines about it (0), whose other end we alone hold: where it
 * ends without a word that we are done, we are dead, and the group is ended. `$0` is the folder of the run.
 * What a command left running may print for days: somebody reads on, and nothing is kept.
 */
export const KEEPER_SCRIPT = `trap '' HUP INT QUIT TERM
{
  while ${turn(RING_FILES[0])} && ${turn(RING_FILES[1])}; do :; done
  exec cat
} <&3 3<&- &
exec 3<&-
group=
while read -r line; do
  case $line in done) exit ;; esac
  group=$line
done
[ -z "$group" ] || kill -s KILL -- "-$group"
rm -rf "$0"`;

/**
 * Before the text of a command, in the same shell and on its first line: tells the keeper (3) the group that
 * this shell leads. Sets nothing that the text could see.
 */
export const TEXT_PRELUDE = "echo $$ >&3; exec 3>&-; ";

/**
 * The same for a program without a shell: this one becomes it. `$0` is the folder of the run, `"$@"` the
 * program with its arguments. Most shells run the trap when they cannot, bash goes on instead.
 */
export const LEADER_SCRIPT = `echo $$ >&3
trap ': >"$0/${UNSTARTED_FILE}"' EXIT
[ -z "$BASH_VERSION" ] || shopt -s execfail
exec "$@" 3>&-
exit $?`;
