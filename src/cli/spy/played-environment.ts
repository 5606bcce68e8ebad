/**
 * The environment of a command in a terminal that we play. Programs report nothing where they believe
 * to be in tmux or GNU screen, and this terminal is neither, wherever we stand ourselves.
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment without what tmux and GNU screen say of their own terminals. `TERM` fits: we pass on. */
export function playedEnvironment(env: Environment): Environment {
  const { TMUX: _tmux, TMUX_PANE: _pane, STY: _sty, ...rest } = env;
  return rest;
}
