import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { ConversationParam } from '../../domain/messages/contract.ts'
import { FileUpload, MessageFile, maxFileBytes } from '../../domain/messages/files.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import type { BodyLimit } from '../platform/limits.ts'
import { describeFile } from '../platform/operation.ts'
import { admit } from './admit.ts'
import { recordWriter } from './commands.ts'
import { storeFile } from './store-file.ts'

const bodyTypes = ['application/octet-stream']

/** The limits for a file of a message. What it is, its content says. */
export const messageFileBody: BodyLimit = {
  maxSize: maxFileBytes,
  types: bodyTypes,
  tooLarge: 'FileTooLarge',
  unsupported: 'FileBodyUnsupported',
}

export const fileRoutes = new Hono<AppEnv>().post(
  '/:conversationId/files',
  describeRoute({
    tags: ['Messages'],
    summary: 'Store a file for a message that I send next',
    description:
      'The bytes of a picture (JPEG, PNG, WebP, stored without metadata), PDF, text, calendar, office document, ZIP, audio or video, at most 10 MB. Its content decides what it is. Unless it is sent, it is deleted after a day.',
    requestBody: describeFile(bodyTypes),
    responses: { 201: { description: 'The file', content: { 'application/json': { schema: resolver(MessageFile) } } } },
  }),
  input('param', ConversationParam),
  input('query', FileUpload),
  async (c) => {
    const admission = await admit(c, c.req.valid('param').conversationId)
    await recordWriter(getPrimary(c), admission)
    return c.json(await storeFile(c.env, admission, c.req.valid('query'), c.req.raw), 201)
  },
)
