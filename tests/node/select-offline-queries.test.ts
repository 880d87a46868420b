import type { DehydratedState } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { day } from '../../domain/time/spans.ts'
import { selectOfflineQueries } from '../../web/select-offline-queries.ts'

type SeenQuery = DehydratedState['queries'][number]

const now = 100 * day

const seen = (queryKey: string[], age: number, offline: true | { newest: number } = true) =>
  ({ queryKey, queryHash: queryKey.join(), meta: { offline }, state: { dataUpdatedAt: now - age } }) as unknown as SeenQuery
const keysOf = (queries: SeenQuery[]) => queries.map(({ queryHash }) => queryHash)

describe('the cached queries for offline use', () => {
  it('expire one by one: a fresh answer does not keep an old one', () => {
    expect(keysOf(selectOfflineQueries([seen(['old'], 8 * day), seen(['fresh'], 0), seen(['nearly'], 6 * day)], now))).toEqual([
      'fresh',
      'nearly',
    ])
  })

  it('keep a game until it is over, and a list of games with one to come', () => {
    const holding = (name: string, data: unknown) => {
      const query = seen([name], 20 * day)
      return { ...query, state: { ...query.state, data } }
    }
    const queries = [
      holding('to come', { endsAt: now + day }),
      holding('over', { endsAt: now - day }),
      holding('mine', { events: [{ endsAt: now - day }, { endsAt: now + day }] }),
      holding('played', { events: [{ endsAt: now - day }] }),
      holding('other', { events: 'none' }),
      holding('nothing', null),
    ]
    expect(keysOf(selectOfflineQueries(queries, now))).toEqual(['to come', 'mine'])
  })

  it('contain only the newest searches of each kind', () => {
    const typed = Array.from({ length: 9 }, (_, age) => seen(['cities', 'search', `q${age}`], age, { newest: 2 }))
    const others = [seen(['cities', '1'], 20), seen(['cities', '2'], 30), seen(['places', 'search', 'x'], 40, { newest: 2 })]
    expect(keysOf(selectOfflineQueries([...typed.reverse(), ...others], now))).toEqual([
      'cities,search,q0',
      'cities,search,q1',
      'cities,1',
      'cities,2',
      'places,search,x',
    ])
  })
})
