import type { MailTemplateName, MailTemplateRequest } from '../../../domain/mail/contract.ts'
import { activitySubscriptionConfirmation } from './activity-subscription-confirmation.tsx'
import { announcement } from './announcement.tsx'
import type { MailTemplate } from './template.ts'
import { welcome } from './welcome.tsx'

export const mailTemplates: { [Name in MailTemplateName]: MailTemplate<Name> } = {
  welcome,
  'activity-subscription-confirmation': activitySubscriptionConfirmation,
  announcement,
}

export const mailTemplateNames = Object.keys(mailTemplates) as MailTemplateName[]

export const isMailTemplateName = (name: string): name is MailTemplateName => Object.hasOwn(mailTemplates, name)

export const sampleOf = (name: MailTemplateName) => ({ name, data: mailTemplates[name].sample }) as MailTemplateRequest
