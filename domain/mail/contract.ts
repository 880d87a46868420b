import * as v from 'valibot'
import { platformIds } from '../platforms.ts'
import { accountMails } from './account-mails.ts'
import { formMails } from './form-mails.ts'
import { gameMails } from './game-mails.ts'
import { moneyMails } from './money-mails.ts'
import { newsMails } from './news-mails.ts'
import { line, MailAddress } from './parts.ts'

export const MailTemplateRequest = v.variant('name', [...accountMails, ...gameMails, ...moneyMails, ...formMails, ...newsMails])
export type MailTemplateRequest = v.InferOutput<typeof MailTemplateRequest>

export type MailTemplateName = MailTemplateRequest['name']
export type MailData<Name extends MailTemplateName> = Extract<MailTemplateRequest, { name: Name }>['data']

/** The message that a feature puts in the mail queue: the address, the template and its data. */
export const MailRequest = v.object({
  to: MailAddress,
  /** The platform whose name the email carries; the default platform if left out. */
  platform: v.optional(v.picklist(platformIds)),
  /** A subject given here replaces that of the template. */
  message: v.optional(v.object({ subject: line(200) })),
  template: MailTemplateRequest,
  /** The draft that the email reminds of. If it is gone by then, the email is not sent. */
  teamDraftId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** The recipient of a digest. Notices that were deleted by then are left out of it. */
  digestOf: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** The notice that this email repeats, and the person who caused it. If the notice was deleted by then, the email is not sent. */
  notice: v.optional(
    v.object({
      userId: v.string(),
      key: v.string(),
      actorId: v.optional(v.nullable(v.string())),
      /** The topic of a community. The email has a link that turns off this topic, and no other. */
      teamTopicId: v.optional(v.nullable(v.string())),
    }),
  ),
})
export type MailRequest = v.InferOutput<typeof MailRequest>
