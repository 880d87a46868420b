import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type * as v from 'valibot'
import {
  AdminChange,
  AdminList,
  AdminPath,
  ClockTime,
  ConfigKeyParam,
  ConfigList,
  ConfigValue,
  MoveClock,
  Sent,
} from '../../domain/admin.ts'
import { BetaSwitch } from '../../domain/betas/contract.ts'
import { CityIndexPart } from '../../domain/cities/contract.ts'
import { configKeys } from '../../domain/config/contract.ts'
import { readConfig } from '../../domain/config/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { FeedbackPage } from '../../domain/feedback/contract.ts'
import { CursorOnly } from '../../domain/ids.ts'
import { DeadLetterList, JobId } from '../../domain/jobs/contract.ts'
import { StuckMoney } from '../../domain/ledger/stuck-money.ts'
import { MailRequest } from '../../domain/mail/contract.ts'
import { ReportPage, ReportPath } from '../../domain/reports/contract.ts'
import { HandOver, TeamId } from '../../domain/teams/contract.ts'
import { requireAdmin } from '../access/admin.ts'
import { switchBetaOff, switchBetaOn } from '../betas/commands.ts'
import { clearCities, loadCities } from '../cities/commands.ts'
import { setConfig, unsetConfig } from '../config/commands.ts'
import { listStoredConfig } from '../config/queries.ts'
import { runChores } from '../cron.ts'
import { listFeedback } from '../feedback/queries.ts'
import { dropDeadLetter, putInOutbox, retryDeadLetter } from '../jobs/commands.ts'
import { listDeadLetters } from '../jobs/queries.ts'
import { findStuckMoney } from '../ledger/find-stuck-money.ts'
import { moveStripeClock } from '../payments/move-stripe-clock.ts'
import { write } from '../platform/batch.ts'
import { moveClock } from '../platform/clock.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { onlyLocally } from '../platform/only-locally.ts'
import { closeReport } from '../reports/commands.ts'
import { listOpenReports } from '../reports/queries.ts'
import { recoverTeam } from '../teams/hand-over.ts'
import { addAdmin, removeAdmin } from './commands.ts'
import { listAdmins } from './queries.ts'

const done = { 204: { description: 'Done' } }
const operation = (summary: string, schema?: v.GenericSchema, status: 200 | 202 = 200) =>
  describeRoute({
    tags: ['Admin'],
    summary,
    security: [{ adminToken: [] }],
    responses: schema ? { [status]: { description: summary, content: { 'application/json': { schema: resolver(schema) } } } } : done,
  })

/**
 * Endpoints for an operator (`npm run admin`) and for signed-in admins, as far as their role allows. `requireAdmin` guards
 * all of them.
 */
export const adminRoutes = new Hono<AppEnv>()
  .use(requireAdmin)
  .get('/admins', operation('List the admins', AdminList), async (c) => c.json({ admins: await listAdmins(getPrimary(c)) }))
  .put('/admins/:email', operation('Make someone an admin'), input('param', AdminPath), input('json', AdminChange), async (c) => {
    await addAdmin(c.var.db, c.req.valid('param').email, c.req.valid('json').role, c.var.now())
    return c.body(null, 204)
  })
  .get('/money', operation('Money that is stuck', StuckMoney), async (c) => c.json(await findStuckMoney(getPrimary(c), c.var.now())))
  .delete('/admins/:email', operation('Remove an admin'), input('param', AdminPath), async (c) => {
    await removeAdmin(c.var.db, c.req.valid('param').email)
    return c.body(null, 204)
  })
  .put(
    '/teams/:id/owner',
    operation('Make a member the owner of a community that has none, or whose owner deleted their account'),
    input('param', TeamId),
    input('json', HandOver),
    async (c) => {
      const adminId = (await c.var.viewer())?.id ?? null
      await recoverTeam(getPrimary(c), getClock(c), adminId, c.req.valid('param').id, c.req.valid('json').to)
      return c.body(null, 204)
    },
  )
  .post('/clock', onlyLocally, operation('Move the clock of the local product forward', ClockTime), input('json', MoveClock), async (c) => {
    const now = await moveClock(c.env, c.req.valid('json').forward, (time) => moveStripeClock(c.var.settings, time))
    // Run everything that is due by the new time, as if the time had passed.
    await runChores(c.env, now)
    return c.json({ now })
  })
  .get('/config', operation('List the remote config', ConfigList), async (c) => {
    const stored = new Map(await listStoredConfig(c.var.db))
    const config = readConfig(stored, c.var.settings.environment)
    return c.json({ config: configKeys.map((key) => ({ key, value: config[key], isDefault: !stored.has(key) })) })
  })
  .put(
    '/config/:key',
    operation('Set one entry of the remote config'),
    input('param', ConfigKeyParam),
    input('json', ConfigValue),
    async (c) => {
      await setConfig(c.var.db, c.req.valid('param').key, c.req.valid('json').value, c.var.now())
      return c.body(null, 204)
    },
  )
  .delete('/config/:key', operation('Reset one entry of the remote config to its default'), input('param', ConfigKeyParam), async (c) => {
    await unsetConfig(c.var.db, c.req.valid('param').key)
    return c.body(null, 204)
  })
  .get('/dead-letters', operation('List jobs that failed for good', DeadLetterList), async (c) =>
    c.json({ deadLetters: await listDeadLetters(c.var.db) }),
  )
  .post('/dead-letters/:id/retry', operation('Send a dead letter again'), input('param', JobId), async (c) => {
    if (!(await retryDeadLetter(c.var.db, c.req.valid('param').id, c.var.now()))) throw new AppError('NotFound')
    return c.body(null, 204)
  })
  .delete('/dead-letters/:id', operation('Delete a dead letter'), input('param', JobId), async (c) => {
    if (!(await dropDeadLetter(c.var.db, c.req.valid('param').id))) throw new AppError('NotFound')
    return c.body(null, 204)
  })
  .post('/mail', operation('Send one email to check that it arrives', Sent, 202), input('json', MailRequest), async (c) => {
    const id = c.var.newId()
    await write(c.var.db, putInOutbox('mail', [{ id, body: c.req.valid('json') }], { now: c.var.now() }))
    return c.json({ id }, 202)
  })
  .post('/cities', operation('Load a part of the city index'), input('json', CityIndexPart), async (c) => {
    await loadCities(c.var.db, c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/cities', operation('Empty the city index'), async (c) => {
    await clearCities(c.var.db)
    return c.body(null, 204)
  })
  .put('/betas/:userId/:beta', operation('Turn a beta on for a user'), input('param', BetaSwitch), async (c) => {
    const { userId, beta } = c.req.valid('param')
    await switchBetaOn(c.var.db, userId, beta, c.var.now())
    return c.body(null, 204)
  })
  .delete('/betas/:userId/:beta', operation('Turn a beta off for a user'), input('param', BetaSwitch), async (c) => {
    const { userId, beta } = c.req.valid('param')
    await switchBetaOff(c.var.db, userId, beta)
    return c.body(null, 204)
  })
  .get('/feedback', operation('List the feedback', FeedbackPage), input('query', CursorOnly), async (c) =>
    c.json(await listFeedback(c.var.db, c.req.valid('query').cursor)),
  )
  .get('/reports', operation('List the open reports', ReportPage), input('query', CursorOnly), async (c) =>
    c.json(await listOpenReports(c.var.db, c.req.valid('query').cursor)),
  )
  .delete('/reports/:id', operation('Close a report'), input('param', ReportPath), async (c) => {
    if (!(await closeReport(c.var.db, c.var.now(), c.req.valid('param').id))) throw new AppError('NotFound')
    return c.body(null, 204)
  })
