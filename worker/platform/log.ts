export type LogLevel = 'info' | 'warn' | 'error'

/** One structured line. Never pass secrets, addresses or anything else personal. */
export function logLine(level: LogLevel, event: string, fields: Record<string, unknown> = {}) {
  // biome-ignore lint/suspicious/noConsole: the one place that writes the log
  console[level](JSON.stringify({ level, event, ...fields }))
}

/** An error as log fields: its own words and, where it has one, its cause's. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const cause = error.cause instanceof Error ? error.cause.message : error.cause
  return { error: error.message, ...(cause === undefined ? {} : { cause: String(cause) }), stack: error.stack }
}
