import type { FC } from 'react'
import type { MailData, MailTemplateName } from '../../../domain/mail/contract.ts'
import type { Platform } from '../../../domain/platforms.ts'

export type MailTemplate<Name extends MailTemplateName> = {
  subject: (data: MailData<Name>, platform: Platform) => string
  /** The line that a mail client shows next to the subject. */
  preview: (data: MailData<Name>, platform: Platform) => string
  Content: FC<{ data: MailData<Name>; platform: Platform; productUrl: string }>
  /** Why the person gets this email: its last line. */
  reason: (platform: Platform, data: MailData<Name>) => string
  /** What the link at the end unsubscribes from, where the name of the topic says nothing to a person without an account. */
  unsubscribeName?: string
  /** The example data of the preview page. */
  sample: MailData<Name>
}
