import autocannon from 'autocannon'
import type { Measured } from '../setup/figure.ts'
import { median, quartiles } from '../setup/median.ts'

type Target = { url: string; headers?: Record<string, string> }

/** Answers in one round: so few that many rounds find the machine undisturbed. */
const roundSize = 120

/** Requests a second. */
async function fire(target: Target, until: { amount: number } | { duration: number }): Promise<number> {
  const { requests, start, finish, errors, non2xx } = await autocannon({ ...target, connections: 8, sampleInt: 10, ...until })
  if (errors > 0 || non2xx > 0) throw new Error(`${target.url}: ${non2xx} refusals and ${errors} errors`)
  return (requests.total * 1000) / (finish.getTime() - start.getTime())
}

/**
 * How fast the one answers, of how fast the other does. They take turns, and take turns in going first: what else the
 * machine does hits both, or is outvoted.
 */
export async function compareRates(one: Target, other: Target, rounds: number, seconds: number): Promise<Measured> {
  for (const warmUp of [one, other]) await fire(warmUp, { duration: 2 })
  const ratios: number[] = []
  const rates = new Map<Target, number[]>([
    [one, []],
    [other, []],
  ])
  const end = performance.now() + seconds * 1000
  while (ratios.length < rounds && performance.now() < end) {
    for (const target of ratios.length % 2 ? [one, other] : [other, one]) rates.get(target)?.push(await fire(target, { amount: roundSize }))
    ratios.push((rates.get(one)?.at(-1) ?? 0) / (rates.get(other)?.at(-1) ?? 0))
  }
  const [low, high] = quartiles(ratios)
  const usual = (target: Target) => median(rates.get(target) ?? []).toFixed(0)
  return {
    value: median(ratios),
    notes: [
      `${usual(one)} of ${usual(other)} requests/s; half of ${ratios.length} rounds between ${low.toFixed(2)} and ${high.toFixed(2)}`,
    ],
  }
}
