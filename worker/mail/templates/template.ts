import type { FC } from 'react'
import type { MailData, MailTemplateName } from '../../../domain/mail/contract.ts'
import type { Platform } from '../../../domain/platforms.ts'

export type MailTemplate<Name extends MailTemplateName> = {
  subject: (data: MailData<Name>, platform: Platform) => string
  /** The line a mailbox shows beside the subject. */
  preview: (data: MailData<Name>, platform: Platform) => string
  Content: FC<{ data: MailData<Name>; platform: Platform; productUrl: string }>
  /** Why this mail came, for its last line. */
  reason: (platform: Platform) => string
  /** What the preview page shows. */
  sample: MailData<Name>
}
