import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import type * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'

type Issue = { path: string; message: string }

/** The first problem of each field. It says what to do first, like the form in the browser, and the others often follow from it. */
function listFirstIssues(issues: readonly Issue[]): Issue[] {
  const paths = new Set<string>()
  return issues.filter(({ path }) => !paths.has(path) && paths.add(path))
}

/**
 * Validates one part of a request against its contract. The error lists every invalid field, each with one message. With `mayBeMissing`, a
 * request needs no body.
 */
export const input = <Target extends keyof ValidationTargets, Schema extends v.GenericSchema>(
  target: Target,
  schema: Schema,
  { mayBeMissing = false }: { mayBeMissing?: boolean } = {},
) =>
  validator(target, schema, (result, c) => {
    if (target === 'json') {
      const type = c.req.header('content-type')?.toLowerCase()
      const isMissing = type === undefined && mayBeMissing
      if (!isMissing && !type?.startsWith('application/json')) throw new AppError('JsonExpected')
    }
    if (result.success) return
    throw new AppError('InvalidInput', {
      issues: listFirstIssues(
        result.error.map((issue) => ({
          path: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
          message: issue.message,
        })),
      ),
    })
  })
