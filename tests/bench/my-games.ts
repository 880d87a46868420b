import { serveOverhead } from './overhead/serve.ts'
import { addRegular, regular } from './setup/add-regular.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

export const figures: Figure[] = [
  {
    name: 'my-games-rows-read',
    unit: 'rows read',
    goal: { atMost: 80 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addRegular })
      const read = (path: string) => readAs(url, regular, `/api/my-games${path}`)
      const past = await read('?tab=past')
      const { next } = past.answer as { next: string }
      const second = await read(`?tab=past&cursor=${next}`)
      const others = await Promise.all(
        ['next', 'hosting', 'waiting', 'saved'].map(async (tab) => [tab, (await read(`?tab=${tab}`)).rowsRead]),
      )
      const year = new Date().getUTCFullYear()
      const counted = await read(`/years/${year}`)
      const again = await read(`/years/${year}`)
      await stop()
      return {
        value: Math.max(past.rowsRead, second.rowsRead),
        notes: [
          `${past.rowsRead} and ${second.rowsRead} for the first two pages of past games`,
          others.map(([tab, rows]) => `${rows} for ${tab}`).join(', '),
          `${counted.rowsRead} to count a year, ${again.rowsRead} to read it again on that day`,
        ],
      }
    },
  },
]
