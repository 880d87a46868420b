import { countLedgerRows, fillBooks, hostOf, payments } from './ledger/fill-books.ts'
import { sweepHosts } from './ledger/sweep-hosts.ts'
import { playHistories } from './money-laws.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'
import { once } from './setup/shared.ts'

const host = { id: hostOf(0), name: 'A host', emailVerified: true, profileComplete: true }

const readBooks = once(async () => {
  let rows = 0
  const { url, stop } = await serveOverhead({
    environment: 'local',
    fill: async (db) => {
      await fillBooks(db)
      rows = await countLedgerRows(db)
    },
  })
  const { rowsRead } = await readAs(url, host, '/api/ledger/months/2026-07')
  await stop()
  return { rows, rowsRead }
})

const sweep = once(sweepHosts)

export const figures: Figure[] = [
  {
    name: 'ledger-rows-per-payment',
    unit: 'rows',
    goal: { atMost: 1.2 },
    gating: true,
    measure: async () => (await readBooks()).rows / payments,
  },
  {
    name: 'ledger-closed-month-rows-read',
    unit: 'rows read',
    goal: { atMost: 40 },
    gating: true,
    measure: async () => (await readBooks()).rowsRead,
  },
  {
    name: 'sweep-provider-calls',
    unit: 'calls of Stripe',
    goal: { atMost: 40 },
    gating: true,
    measure: async () => {
      const { payments: value, payouts } = await sweep()
      return { value, notes: [`${payouts} for the sweep that finds the payouts of all hosts`] }
    },
  },
  {
    name: 'ledger-difference',
    unit: 'cents',
    goal: { atMost: 0 },
    gating: true,
    measure: async () => {
      const { difference } = await playHistories()
      return { value: Math.max((await sweep()).difference, difference), notes: [`${difference} in 200 random histories`] }
    },
  },
]
