import { Hono } from 'hono'
import { SubmissionPath } from '../../domain/forms/submission-contract.ts'
import { AddMissing, FilledForPerson, FillForPerson, TeamAddForm, TeamAddPath } from '../../domain/forms/team-add-contract.ts'
import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { fillForPerson, readTeamAdd } from './fill-for-person.ts'
import { giveMissing } from './give-missing.ts'
import { pathOf, viewerOf } from './submission-routes.ts'

const operation = describeOperations('Forms')
const forOrganizers = 'For those who run the forms of the community.'

async function requireOrganizer(c: AppContext) {
  const { id } = await requireComplete(c)
  return { id, email: (await requireSession(c)).email }
}
const personPath = ({ id, personId }: { id: string; personId: string }) => ({ formId: id, personId })

/** Mounted under /forms. */
export const teamAddRoutes = new Hono<AppEnv>()
  .get(
    '/:id/people/:personId',
    operation('A form to fill for somebody', 200, TeamAddForm, `${forOrganizers} The person is a member or guest of it.`),
    input('param', TeamAddPath),
    async (c) => c.json(await readTeamAdd(getPrimary(c), c.var.now(), await requireOrganizer(c), personPath(c.req.valid('param')))),
  )
  .post(
    '/:id/people/:personId/submissions',
    operation('Fill a form for somebody', 201, FilledForPerson, `${forOrganizers} What only the person can say is asked of them.`),
    input('param', TeamAddPath),
    input('json', FillForPerson),
    async (c) => {
      const organizer = await requireOrganizer(c)
      await limitCostly(c, 'form', organizer.id)
      const path = personPath(c.req.valid('param'))
      return c.json(await fillForPerson(getPrimary(c), getCommandContext(c), organizer, path, c.req.valid('json')), 201)
    },
  )
  .post(
    '/:id/submissions/:submissionId/missing',
    operation(
      'Add what only I can say',
      204,
      undefined,
      'For whom an organizer has filled a form, by their account or the key of their link.',
    ),
    input('param', SubmissionPath),
    input('json', AddMissing),
    async (c) => {
      const added = c.req.valid('json')
      const viewer = await viewerOf(c, added.key)
      if (viewer.actor.id !== null) await limitCostly(c, 'form', viewer.actor.id)
      await giveMissing(getPrimary(c), getCommandContext(c), viewer, pathOf(c.req.valid('param')), added)
      return c.body(null, 204)
    },
  )

export type TeamAddRoutes = typeof teamAddRoutes
