import { Hono } from 'hono'
import { FormPath } from '../../domain/forms/contract.ts'
import { WaiverPage, WaiverSearch } from '../../domain/forms/waiver-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { listSignedWaivers } from './list-waivers.ts'

const operation = describeOperations('Forms')

/** Mounted under /forms. */
export const waiverRoutes = new Hono<AppEnv>().get(
  '/:id/waivers',
  operation('Who has signed the waivers of a form', 200, WaiverPage, 'Only for those who run the forms of the community.'),
  input('param', FormPath),
  input('query', WaiverSearch),
  async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await listSignedWaivers(getPrimary(c), asPerson(id), c.req.valid('param').id, c.req.valid('query').cursor))
  },
)

export type WaiverRoutes = typeof waiverRoutes
