import { addFullProfile, profileViewers, toViewer } from '../profiles/full-profile.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'

async function countRows(url: string, id: (typeof profileViewers)[number]): Promise<number> {
  const signedIn = await fetch(`${url}/api/_local/session`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ viewer: toViewer(id) }),
  })
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('authjs.session-token='))
  const answer = await fetch(`${url}/api/profiles/star`, { headers: { cookie: cookie?.split(';')[0] ?? '' } })
  const rowsRead = /rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  if (!answer.ok || rowsRead === undefined) throw new Error(`As ${id}: ${answer.status} ${await answer.text()}`)
  return Number(rowsRead)
}

export const figures: Figure[] = [
  {
    name: 'profile-rows-read',
    unit: 'rows read',
    goal: { atMost: 30 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addFullProfile })
      const counts: number[] = []
      for (const id of profileViewers) counts.push(await countRows(url, id))
      await stop()
      return { value: Math.max(...counts), notes: [profileViewers.map((id, index) => `${counts[index]} for a ${id}`).join(', ')] }
    },
  },
]
