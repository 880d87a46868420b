import { minute } from '../domain/time/spans.ts'

/** Runs everything that is due by `time`. */
type RunDue = (time: number, signal: AbortSignal) => Promise<void>

/** Calls the cron of the Worker on a local product. The Worker adds how far its clock was moved. */
export const callLocalCron =
  (address: string): RunDue =>
  async (time, signal) => {
    const query = new URLSearchParams({ cron: '* * * * *', time: String(time) })
    const answer = await fetch(`${address}/cdn-cgi/local/scheduled?${query}`, { signal })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`status ${answer.status}: ${text.slice(0, 500)}`)
  }

/**
 * Runs what is due now and at the start of every minute, as Cloudflare does in production. A run that takes longer than a minute
 * replaces the runs that are due meanwhile. Returns a function that stops the cron and the run that has not ended.
 */
export function startCron(runDue: RunDue, report: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const run = async () => {
    try {
      await runDue(Date.now(), stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) report(`The cron failed: ${error instanceof Error ? error.message : String(error)}`)
    }
    current = undefined
  }
  const tick = () => {
    current ??= run()
    timer = setTimeout(tick, minute - (Date.now() % minute))
  }
  tick()

  return async () => {
    clearTimeout(timer)
    stopping.abort()
    await current
  }
}
