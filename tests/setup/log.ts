import { afterEach, beforeEach, vi } from 'vitest'

export type LogLine = { level: string; event: string } & Record<string, unknown>

/** Collects the Worker's log lines, which also keeps expected failures out of the test's output. */
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
