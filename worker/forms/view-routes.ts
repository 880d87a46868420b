import { Hono } from 'hono'
import { FormPath } from '../../domain/forms/contract.ts'
import { FormViewPath, FormViews, SaveFormView } from '../../domain/forms/view-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { deleteFormView, listFormViews, saveFormView } from './views.ts'

const operation = describeOperations('Forms')
const forOrganizers = 'Only for those who run the forms of the community.'

/** Mounted under /forms. */
export const formViewRoutes = new Hono<AppEnv>()
  .get('/:id/views', operation('The views of what was sent', 200, FormViews, forOrganizers), input('param', FormPath), async (c) => {
    const { id } = await requireComplete(c)
    return c.json({ views: await listFormViews(getPrimary(c), asPerson(id), c.req.valid('param').id) })
  })
  .post(
    '/:id/views',
    operation('Keep columns and a filter as a view', 204, undefined, `A view with the same name is replaced. ${forOrganizers}`),
    input('param', FormPath),
    input('json', SaveFormView),
    async (c) => {
      const { id } = await requireComplete(c)
      await saveFormView(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/views/:viewId',
    operation('Delete a view', 204, undefined, `Doing it again changes nothing. ${forOrganizers}`),
    input('param', FormViewPath),
    async (c) => {
      const { id } = await requireComplete(c)
      const path = c.req.valid('param')
      await deleteFormView(getPrimary(c), asPerson(id), path.id, path.viewId)
      return c.body(null, 204)
    },
  )

export type FormViewRoutes = typeof formViewRoutes
