import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../domain/time/spans.ts'
import { requireReach } from '../../worker/privacy/reach.ts'
import { block, rowsOf } from '../profiles/people.ts'
import { addPerson, db } from './people.ts'

beforeAll(async () => {
  for (const id of ['ana', 'bo']) await addPerson(id, id)
})
beforeEach(async () => {
  for (const table of ['joiners', 'events', 'blocks']) await env.DB.exec(`DELETE FROM ${table}`)
})

/** Adds a game that many days from now, with these people and their states. */
async function addGame(id: string, days: number, parts: Record<string, string>, state = 'published') {
  const startsAt = Date.now() + days * day
  await rowsOf(
    `INSERT INTO events SELECT ?1, NULL, NULL, NULL, 'tennis', 'A game', '', NULL, NULL, 'Courts', '', 0, 0, 'UTC', ?2, ?2 + 7200000, NULL, NULL, 9, '[]', 0,
      'public', 0, '[]', 0, 'order', ?3, NULL, '', 2, 0, 0, 1, 1, 1, NULL, NULL, 0, NULL, 0`,
    id,
    startsAt,
    state,
  )
  await rowsOf(
    `INSERT INTO joiners SELECT ?1 || '-' || key, ?1, key, NULL, NULL, replace(value, 'no-show', 'going'), 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL,
      value = 'no-show', ?2, 1, 0, NULL, NULL, NULL, 0, NULL, '[]' FROM json_each(?3)`,
    id,
    startsAt,
    JSON.stringify(parts),
  )
}

const knows = async (one: string, other: string) =>
  requireReach(db, one, other, 'endorse').then(
    () => true,
    () => false,
  )
const knowEachOther = async () => [await knows('ana', 'bo'), await knows('bo', 'ana')]

describe('Two people know each other', () => {
  it.each([
    ['if they go to the same upcoming game', 3, 'going', 'published', true],
    ['if they played in the same recent game', -60, 'going', 'published', true],
    ['but not from a game long ago', -100, 'going', 'published', false],
    ['but not from a cancelled game', 3, 'going', 'cancelled', false],
    ['but not while one of them is on the waitlist', 3, 'waiting', 'published', false],
    ['but not while one of them only has an offer', 3, 'offered', 'published', false],
    ['but not when one of them left the game', 3, 'left', 'published', false],
    ['but not when one of them did not show up', -3, 'no-show', 'published', false],
  ])('%s', async (_, days, part, state, isKnown) => {
    await addGame('shared', days, { ana: 'going', bo: part }, state)
    expect(await knowEachOther()).toEqual([isKnown, isKnown])
  })

  it('but not from different games', async () => {
    await addGame('hers', 3, { ana: 'going' })
    await addGame('his', 3, { bo: 'going' })
    expect(await knowEachOther()).toEqual([false, false])
  })

  it('even if the shared game is one among many', async () => {
    for (let n = 0; n < 9; n++) {
      await addGame(`hers-${n}`, -10 - n, { ana: 'going' })
      await addGame(`his-${n}`, -10 - n, { bo: 'going' })
    }
    expect(await knowEachOther()).toEqual([false, false])
    await addGame('shared', -12, { ana: 'going', bo: 'going' })
    expect(await knowEachOther()).toEqual([true, true])
  })

  it('unless one of them has blocked the other', async () => {
    await addGame('shared', 3, { ana: 'going', bo: 'going' })
    await block('ana', 'bo')
    expect(await knowEachOther()).toEqual([false, false])
  })
})
