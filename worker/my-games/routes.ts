import { Hono } from 'hono'
import {
  FollowedSeriesList,
  GamePath,
  GameYear,
  MyGamesPage,
  MyGamesQuery,
  MyMonth,
  MyMonthQuery,
  SavedIds,
  YearPath,
} from '../../domain/my-games/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import { listSavedIds, saveGame, unsaveGame } from '../events/saved-games.ts'
import { followSeries, listFollowedSeries, unfollowSeries } from '../events/series-follows.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { listMyGames, listMyMonth } from './queries.ts'
import { findGameYear } from './year.ts'

const operation = describeOperations('My games')

export const myGamesRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('My games: the next ones, those I host, wait for or have saved, or past ones', 200, MyGamesPage),
    input('query', MyGamesQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const { tab, cursor } = c.req.valid('query')
      return c.json(await listMyGames(getPrimary(c), { userId: viewer.id, tab, cursor, now: c.var.now() }))
    },
  )
  .get('/month', operation('My games of one month', 200, MyMonth), input('query', MyMonthQuery), async (c) => {
    const viewer = await requireViewer(c)
    const { tab, month } = c.req.valid('query')
    return c.json(await listMyMonth(getPrimary(c), { userId: viewer.id, tab, month, now: c.var.now() }))
  })
  .get('/years/:year', operation('What I played in a year', 200, GameYear, 'Counted once a day.'), input('param', YearPath), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findGameYear(getPrimary(c), { userId: viewer.id, year: c.req.valid('param').year, now: c.var.now() }))
  })
  .get('/saved', operation('The ids of the games I have saved', 200, SavedIds), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ ids: await listSavedIds(getPrimary(c), viewer.id) })
  })
  .put('/saved/:id', operation('Save a game', 204), input('param', GamePath), async (c) => {
    const viewer = await requireViewer(c)
    await saveGame(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete('/saved/:id', operation('Take a game off my saved games', 204), input('param', GamePath), async (c) => {
    const viewer = await requireViewer(c)
    await unsaveGame(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get('/series', operation('The series I follow, with their next dates', 200, FollowedSeriesList), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ series: await listFollowedSeries(getPrimary(c), viewer.id, c.var.now()) } satisfies FollowedSeriesList)
  })
  .put(
    '/series/:id',
    operation('Follow a series', 204, undefined, 'I hear of its new dates, and of free seats of dates that were full.'),
    input('param', GamePath),
    async (c) => {
      const viewer = await requireComplete(c)
      await followSeries(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .delete('/series/:id', operation('Unfollow a series', 204), input('param', GamePath), async (c) => {
    const viewer = await requireViewer(c)
    await unfollowSeries(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

export type MyGamesRoutes = typeof myGamesRoutes
