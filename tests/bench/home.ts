import { serveOverhead } from './overhead/serve.ts'
import { addRegular, regular } from './setup/add-regular.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const requests = ['home/upcoming', 'home/nearby', 'home/setup-tasks', 'needs-you', 'people/near?limit=7', 'profiles/me']

export const figures: Figure[] = [
  {
    name: 'home-rows-read',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addRegular })
      const counts: (readonly [string, number])[] = []
      for (const path of requests) counts.push([path, (await readAs(url, regular, `/api/${path}`)).rowsRead])
      await stop()
      return {
        value: counts.reduce((sum, [, rows]) => sum + rows, 0),
        notes: [counts.map(([path, rows]) => `${rows} for ${path}`).join(', ')],
      }
    },
  },
]
