import { addFullProfile, profileViewers, toViewer } from '../profiles/full-profile.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

export const figures: Figure[] = [
  {
    name: 'profile-rows-read',
    unit: 'rows read',
    goal: { atMost: 30 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addFullProfile })
      const counts: number[] = []
      for (const id of profileViewers) counts.push((await readAs(url, toViewer(id), '/api/profiles/star')).rowsRead)
      await stop()
      return { value: Math.max(...counts), notes: [profileViewers.map((id, index) => `${counts[index]} for a ${id}`).join(', ')] }
    },
  },
]
