import { Hono } from 'hono'
import * as v from 'valibot'
import { FormPath } from '../../domain/forms/contract.ts'
import { ExportForm, FormExportList } from '../../domain/forms/export-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { listFormExports, requestFormExport } from './exports.ts'

const operation = describeOperations('Forms')

/** Mounted under /forms. */
export const formExportRoutes = new Hono<AppEnv>()
  .get(
    '/:id/exports',
    operation('Files with what was sent', 200, FormExportList, 'The latest first. Only for those who run the forms of the community.'),
    input('param', FormPath),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ exports: await listFormExports(getPrimary(c), c.var.now(), asPerson(id), c.req.valid('param').id) })
    },
  )
  .post(
    '/:id/exports',
    operation('Make a file with what was sent', 202, v.object({ id: v.string() }), 'A notification says when it is ready.'),
    input('param', FormPath),
    input('json', ExportForm),
    async (c) => {
      const { id } = await requireComplete(c)
      const wanted = c.req.valid('json')
      return c.json({ id: await requestFormExport(getPrimary(c), getCommandContext(c), id, c.req.valid('param').id, wanted) }, 202)
    },
  )

export type FormExportRoutes = typeof formExportRoutes
