export type LogLevel = 'info' | 'warn' | 'error'

/** Writes one structured line. Never pass secrets, addresses or other personal data. */
export function logLine(level: LogLevel, event: string, fields: Record<string, unknown> = {}) {
  // biome-ignore lint/suspicious/noConsole: the one place that writes the log
  console[level](JSON.stringify({ level, event, ...fields }))
}

/** Turns an error into log fields. For a failed query we log the statement but not its values, because they may be personal data. */
export function getErrorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error === 'string' ? error : typeof error }
  const cause = error.cause instanceof Error ? error.cause.message : error.cause
  const isQuery = 'query' in error && 'params' in error
  return {
    error: isQuery ? `Failed query: ${String(error.query)}` : error.message,
    ...(cause === undefined ? {} : { cause: String(cause) }),
    ...(isQuery ? {} : { stack: error.stack }),
  }
}
