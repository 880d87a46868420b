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

/** A game so many days from now, by the database's own clock, with these people in it. */
async function game(id: string, days: number, parts: Record<string, string>, state = 'published') {
  const startsAt = Date.now() + days * day
  await rowsOf(
    `INSERT INTO events SELECT ?1, NULL, NULL, NULL, 'tennis', 'A game', '', NULL, NULL, 'Courts', '', 0, 0, 'UTC', ?2, ?2 + 7200000, NULL, NULL, 9, '[]', 0,
      'public', 0, '[]', 0, 'order', ?3, NULL, '', 2, 0, 0, 1, 1, 1`,
    id,
    startsAt,
    state,
  )
  await rowsOf(
    `INSERT INTO joiners SELECT ?1 || '-' || key, ?1, key, NULL, NULL, replace(value, 'no-show', 'going'), 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL,
      value = 'no-show', ?2, 1, 0 FROM json_each(?3)`,
    id,
    startsAt,
    JSON.stringify(parts),
  )
}

const know = async (one: string, other: string) =>
  requireReach(db, one, other, 'endorse').then(
    () => true,
    () => false,
  )
const bothKnow = async () => [await know('ana', 'bo'), await know('bo', 'ana')]

describe('Two people know each other', () => {
  it.each([
    ['who both go to a game to come', 3, 'going', 'published', true],
    ['who were both at one lately', -60, 'going', 'published', true],
    ['but not by a game of long ago', -100, 'going', 'published', false],
    ['but not by one that was called off', 3, 'going', 'cancelled', false],
    ['but not while one of them waits', 3, 'waiting', 'published', false],
    ['but not while one of them has only an offer', 3, 'offered', 'published', false],
    ['but not when one of them left', 3, 'left', 'published', false],
    ['but not when one of them did not come', -3, 'no-show', 'published', false],
  ])('%s', async (_, days, part, state, isKnown) => {
    await game('shared', days, { ana: 'going', bo: part }, state)
    expect(await bothKnow()).toEqual([isKnown, isKnown])
  })

  it('not by games that each has without the other', async () => {
    await game('hers', 3, { ana: 'going' })
    await game('his', 3, { bo: 'going' })
    expect(await bothKnow()).toEqual([false, false])
  })

  it('also where both play a lot', async () => {
    for (let n = 0; n < 9; n++) {
      await game(`hers-${n}`, -10 - n, { ana: 'going' })
      await game(`his-${n}`, -10 - n, { bo: 'going' })
    }
    expect(await bothKnow()).toEqual([false, false])
    await game('shared', -12, { ana: 'going', bo: 'going' })
    expect(await bothKnow()).toEqual([true, true])
  })

  it('unless a block stands between them', async () => {
    await game('shared', 3, { ana: 'going', bo: 'going' })
    await block('ana', 'bo')
    expect(await bothKnow()).toEqual([false, false])
  })
})
