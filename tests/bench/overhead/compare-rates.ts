import autocannon, { type Request } from 'autocannon'
import type { Measurement } from '../setup/figure.ts'
import { median, quartiles } from '../setup/median.ts'

/** `post` makes the next request, if each must be another one. */
type Target = { url: string; headers?: Record<string, string>; post?: () => { body: string; headers: Record<string, string> } }

/** The number of requests in one round. It is small, so that in many rounds nothing else disturbs the machine. */
const roundSize = 120

/** Sends requests and returns how many were answered per second. */
async function sendRequests({ post, ...target }: Target, until: { amount: number } | { duration: number }): Promise<number> {
  const setupRequest = (request: Request) => ({ ...request, ...post?.(), method: 'POST' as const })
  const each = post && { requests: [{ setupRequest }] }
  const { requests, start, finish, errors, non2xx } = await autocannon({ ...target, ...each, connections: 8, sampleInt: 10, ...until })
  if (errors > 0 || non2xx > 0) throw new Error(`${target.url}: ${non2xx} refusals and ${errors} errors`)
  return (requests.total * 1000) / (finish.getTime() - start.getTime())
}

/**
 * Compares the speed of two targets: 0.7 means that the first answers 0.7 times as many requests as the second. The targets take
 * turns, and each goes first in every second round. So other work of the machine slows down both, and the median ignores outliers.
 */
export async function compareRates(one: Target, other: Target, rounds: number, seconds: number): Promise<Measurement> {
  for (const warmUp of [one, other]) await sendRequests(warmUp, { duration: 2 })
  const ratios: number[] = []
  const rates = new Map<Target, number[]>([
    [one, []],
    [other, []],
  ])
  const end = performance.now() + seconds * 1000
  while (ratios.length < rounds && performance.now() < end) {
    for (const target of ratios.length % 2 ? [one, other] : [other, one])
      rates.get(target)?.push(await sendRequests(target, { amount: roundSize }))
    ratios.push((rates.get(one)?.at(-1) ?? 0) / (rates.get(other)?.at(-1) ?? 0))
  }
  const [low, high] = quartiles(ratios)
  const formatMedianRate = (target: Target) => median(rates.get(target) ?? []).toFixed(0)
  return {
    value: median(ratios),
    notes: [
      `${formatMedianRate(one)} of ${formatMedianRate(other)} requests/s; half of ${ratios.length} rounds between ${low.toFixed(2)} and ${high.toFixed(2)}`,
    ],
  }
}
