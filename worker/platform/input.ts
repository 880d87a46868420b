import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import type * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'

/** Validates one part of a request against its contract. The error lists every invalid field. */
export const input = <Target extends keyof ValidationTargets, Schema extends v.GenericSchema>(target: Target, schema: Schema) =>
  validator(target, schema, (result, c) => {
    if (target === 'json' && !c.req.header('content-type')?.toLowerCase().startsWith('application/json')) {
      throw new AppError('JsonExpected')
    }
    if (result.success) return
    throw new AppError('InvalidInput', {
      issues: result.error.map((issue) => ({
        path: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        message: issue.message,
      })),
    })
  })
