import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { toFileName } from '../../domain/file-name.ts'
import { FormPath } from '../../domain/forms/contract.ts'
import { OpenFormQuery } from '../../domain/forms/fill-contract.ts'
import { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { WaiverPage, WaiverSearch } from '../../domain/forms/waiver-contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { findKnownAnswers } from './known-answers.ts'
import { exportSignedWaivers, listSignedWaivers } from './list-waivers.ts'
import { tryCode } from './try-code.ts'

const operation = describeOperations('Forms')

/** Mounted under /forms. */
export const waiverRoutes = new Hono<AppEnv>()
  .get(
    '/:id/waivers',
    operation(
      'Who has signed the waivers of a form, and which words',
      200,
      WaiverPage,
      'Only for those who run the forms of the community.',
    ),
    input('param', FormPath),
    input('query', WaiverSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listSignedWaivers(getPrimary(c), asPerson(id), c.req.valid('param').id, c.req.valid('query')))
    },
  )
  .get(
    '/:id/waivers/export',
    describeRoute({
      tags: ['Forms'],
      summary: 'Who has signed the waivers of a form, as CSV',
      description: 'The latest first, without the words. Only for those who run the forms of the community.',
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: { type: 'string' } } } } },
    }),
    input('param', FormPath),
    async (c) => {
      const { id } = await requireComplete(c)
      const { title, csv } = await exportSignedWaivers(getPrimary(c), asPerson(id), c.req.valid('param').id)
      return c.body(csv, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${toFileName(`${title} waivers`)}.csv"`,
        'cache-control': 'private, no-store',
      })
    },
  )
  .get(
    '/:id/known',
    operation(
      'What my account knows about the answers to a form',
      200,
      KnownAnswers,
      'From the form of last season, from my profile, and about my children.',
    ),
    input('param', FormPath),
    input('query', OpenFormQuery),
    async (c) => {
      const { id } = await requireViewer(c)
      const { code } = c.req.valid('query')
      if (code !== undefined) await limitCostly(c, 'form-code', id)
      const session = await c.var.session()
      const viewer = { id, email: session?.email ?? '' }
      const find = () => findKnownAnswers(getPrimary(c), c.var.now(), viewer, c.req.valid('param').id, code)
      return c.json(await tryCode(c, viewer, code, find))
    },
  )

export type WaiverRoutes = typeof waiverRoutes
