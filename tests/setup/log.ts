import { afterEach, beforeEach, vi } from 'vitest'

export type LogLine = { level: string; event: string } & Record<string, unknown>

/** Collects the log lines of the Worker. So expected errors do not appear in the output of the test. */
export function collectLog(): LogLine[] {
  const lines: LogLine[] = []
  beforeEach(() => {
    lines.length = 0
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((text: unknown) => void lines.push(JSON.parse(String(text))))
    }
  })
  afterEach(() => vi.restoreAllMocks())
  return lines
}
