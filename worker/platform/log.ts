export type LogLevel = 'info' | 'warn' | 'error'

/** One structured line. Never pass secrets, addresses or anything else personal. */
export function logLine(level: LogLevel, event: string, fields: Record<string, unknown> = {}) {
  // biome-ignore lint/suspicious/noConsole: the one place that writes the log
  console[level](JSON.stringify({ level, event, ...fields }))
}

/** An error as log fields. A failed query names its statement and never its values: they may be anybody's address. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error === 'string' ? error : typeof error }
  const cause = error.cause instanceof Error ? error.cause.message : error.cause
  const isQuery = 'query' in error && 'params' in error
  return {
    error: isQuery ? `Failed query: ${String(error.query)}` : error.message,
    ...(cause === undefined ? {} : { cause: String(cause) }),
    ...(isQuery ? {} : { stack: error.stack }),
  }
}
