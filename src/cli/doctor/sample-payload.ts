/** What Claude Code would send for an invented session in a folder. */

/** Always the same, so that what a run remembers of it takes one small file in the cache. */
const SESSION_ID = "telltale-doctor";

/** Without limits of an account: a run would remember them for the real sessions. */
export function samplePayload(cwd: string): string {
  return JSON.stringify({
    session_id: SESSION_ID,
    transcript_path: "",
    cwd,
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: cwd, project_dir: cwd, added_dirs: [] },
    version: "2.1.332",
    output_style: { name: "default" },
    cost: {
      total_cost_usd: 0.42,
      total_duration_ms: 754_000,
      total_api_duration_ms: 121_000,
      total_lines_added: 120,
      total_lines_removed: 35,
    },
    context_window: {
      context_window_size: 1_000_000,
      current_usage: {
        input_tokens: 12,
        output_tokens: 800,
        cache_creation_input_tokens: 2_000,
        cache_read_input_tokens: 118_000,
      },
      used_percentage: 12,
      remaining_percentage: 88,
    },
    exceeds_200k_tokens: false,
    fast_mode: false,
    thinking: { enabled: true },
  });
}
