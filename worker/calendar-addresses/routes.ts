import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { calendarType, writeCalendar } from '../../domain/calendar/write-calendar.ts'
import { CalendarAddress, CalendarToken, ChangeCalendarAddress, OwnCalendarAddress } from '../../domain/calendar-addresses/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { platforms } from '../../domain/platforms.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { toBase64Url } from '../platform/base64.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { getClientAddress, limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { getOrigin } from '../platform/settings.ts'
import { changePersonAddress, makePersonAddress, makeTeamAddress, removePersonAddress, removeTeamAddress } from './commands.ts'
import { findPersonAddress, findTeamAddress, readCalendar, type StoredAddress } from './queries.ts'
import { makeCalendarUrl, readCalendarKey } from './token.ts'

const operation = describeOperations('Calendars')

const calendarFile = describeRoute({
  tags: ['Calendars'],
  summary: 'Get the games behind a calendar address',
  description: 'For calendar apps. The address is the permission: no sign-in is needed. An old address answers 404.',
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } } },
})

const toAddress = async (c: AppContext, { key, ...address }: StoredAddress): Promise<CalendarAddress> => ({
  ...address,
  url: await makeCalendarUrl(c, key),
})

const toOwnAddress = async (c: AppContext, stored: StoredAddress | null): Promise<OwnCalendarAddress> => ({
  address: stored && (await toAddress(c, stored)),
})

async function toMadeAddress(c: AppContext, stored: StoredAddress | null): Promise<CalendarAddress> {
  // Only if the person left the team, or removed the address, in the same moment.
  if (!stored) throw new AppError('Conflict')
  return toAddress(c, stored)
}

const tagOf = async (text: string) => `"${toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 22)}"`

/** A calendar app asks for a whole file again and again, so most answers are "not modified". */
async function answerCalendar(c: AppContext, token: string): Promise<Response> {
  const key = await readCalendarKey(c, token)
  if (key === null) {
    await limitCostly(c, 'calendar-guess', getClientAddress(c))
    throw new AppError('CalendarAddressNotFound')
  }
  // Counted per address, because the servers of one calendar app read the addresses of many people.
  await limitCostly(c, 'calendar', key)
  const { platform } = c.var.site
  const calendar = await readCalendar(getPrimary(c), key, { now: c.var.now(), origin: getOrigin(c.var.settings, platform) })
  if (!calendar) throw new AppError('CalendarAddressNotFound')
  const { teamName, events, changedAt } = calendar
  const { name } = platforms[platform]
  const text = writeCalendar(events, { now: changedAt, name: teamName ?? `My games on ${name}` })
  const etag = await tagOf(text)
  // A cache has to ask each time, so that an address which was renewed stops working at once.
  const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
  if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'content-type': calendarType, 'content-disposition': 'inline; filename="games.ics"' })
}

export const calendarAddressRoutes = new Hono<AppEnv>()
  .get('/mine', operation('The calendar address of my games', 200, OwnCalendarAddress), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await toOwnAddress(c, await findPersonAddress(getPrimary(c), viewer.id)))
  })
  .post(
    '/mine',
    operation('Make a new calendar address of my games', 200, CalendarAddress, 'The old one stops working at once.'),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'calendar-address', viewer.id)
      return c.json(await toMadeAddress(c, await makePersonAddress(getPrimary(c), c.var.now(), viewer.id)))
    },
  )
  .patch(
    '/mine',
    operation('Choose whether my calendar has the games of my teams on other sites', 204),
    input('json', ChangeCalendarAddress),
    async (c) => {
      const viewer = await requireComplete(c)
      await changePersonAddress(getPrimary(c), viewer.id, c.req.valid('json').hasOtherTeams)
      return c.body(null, 204)
    },
  )
  .delete('/mine', operation('Remove the calendar address of my games', 204), async (c) => {
    const viewer = await requireComplete(c)
    await removePersonAddress(getPrimary(c), viewer.id)
    return c.body(null, 204)
  })
  .get('/teams/:id', operation('My calendar address of a community', 200, OwnCalendarAddress), input('param', TeamId), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await toOwnAddress(c, await findTeamAddress(getPrimary(c), viewer.id, c.req.valid('param').id)))
  })
  .post(
    '/teams/:id',
    operation('Make my new calendar address of a community', 200, CalendarAddress, 'The old one stops working at once.'),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'calendar-address', viewer.id)
      return c.json(await toMadeAddress(c, await makeTeamAddress(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)))
    },
  )
  .delete('/teams/:id', operation('Remove my calendar address of a community', 204), input('param', TeamId), async (c) => {
    const viewer = await requireComplete(c)
    await removeTeamAddress(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get('/:token/games.ics', calendarFile, input('param', CalendarToken), (c) => answerCalendar(c, c.req.valid('param').token))

export type CalendarAddressRoutes = typeof calendarAddressRoutes
