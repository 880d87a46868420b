import type { MailTemplateName, MailTemplateRequest } from '../../../domain/mail/contract.ts'
import { accountDeleted } from './account-deleted.tsx'
import { accountExists } from './account-exists.tsx'
import { activitySubscriptionConfirmation } from './activity-subscription-confirmation.tsx'
import { announcement } from './announcement.tsx'
import { confirmationCode } from './confirmation-code.tsx'
import { digest } from './digest.tsx'
import { dueReceipt, formReceipt, membershipReceipt, planReceipt } from './due-receipt.tsx'
import { emailChange } from './email-change.tsx'
import { emailChanged } from './email-changed.tsx'
import { exportReady } from './export-ready.tsx'
import { formNews } from './form-news.tsx'
import { friendSeat } from './friend-seat.tsx'
import { googleDisconnected } from './google-disconnected.tsx'
import { loginLink } from './login-link.tsx'
import { manyWrongPasswords } from './many-wrong-passwords.tsx'
import { membership } from './membership.tsx'
import { moneyNews } from './money-news.tsx'
import { newDevice } from './new-device.tsx'
import { newMessages } from './new-messages.tsx'
import { notice } from './notice.tsx'
import { passwordSet } from './password-set.tsx'
import { payoutAccount } from './payout-account.tsx'
import { planEnded } from './plan-ended.tsx'
import { planNews } from './plan-news.tsx'
import { planPaymentFailed } from './plan-payment-failed.tsx'
import { planTrialEnds } from './plan-trial-ends.tsx'
import { receipt } from './receipt.tsx'
import { resetPassword } from './reset-password.tsx'
import { seatCode } from './seat-code.tsx'
import { seatConfirmed } from './seat-confirmed.tsx'
import { seatLeft } from './seat-left.tsx'
import { seatOffer } from './seat-offer.tsx'
import { seriesJoined } from './series-joined.tsx'
import { seriesLeft } from './series-left.tsx'
import { teamCreationReminder } from './team-creation-reminder.tsx'
import { teamInvitation } from './team-invitation.tsx'
import type { MailTemplate } from './template.ts'
import { verifyEmail } from './verify-email.tsx'
import { welcome } from './welcome.tsx'

export const mailTemplates: { [Name in MailTemplateName]: MailTemplate<Name> } = {
  welcome,
  'activity-subscription-confirmation': activitySubscriptionConfirmation,
  announcement,
  'team-creation-reminder': teamCreationReminder,
  'verify-email': verifyEmail,
  'login-link': loginLink,
  'reset-password': resetPassword,
  'password-set': passwordSet,
  'google-disconnected': googleDisconnected,
  'confirmation-code': confirmationCode,
  'seat-code': seatCode,
  'many-wrong-passwords': manyWrongPasswords,
  'account-exists': accountExists,
  'new-device': newDevice,
  notice,
  digest,
  'new-messages': newMessages,
  'email-change': emailChange,
  'email-changed': emailChanged,
  'account-deleted': accountDeleted,
  'export-ready': exportReady,
  'payout-account': payoutAccount,
  'money-news': moneyNews,
  'seat-offer': seatOffer,
  'friend-seat': friendSeat,
  'seat-confirmed': seatConfirmed,
  'seat-left': seatLeft,
  'series-joined': seriesJoined,
  'series-left': seriesLeft,
  'team-invitation': teamInvitation,
  'plan-payment-failed': planPaymentFailed,
  'plan-ended': planEnded,
  'plan-trial-ends': planTrialEnds,
  'plan-news': planNews,
  'plan-receipt': planReceipt,
  receipt,
  'due-receipt': dueReceipt,
  'form-receipt': formReceipt,
  'membership-receipt': membershipReceipt,
  'form-news': formNews,
  membership,
}

export const mailTemplateNames = Object.keys(mailTemplates) as MailTemplateName[]

export const isMailTemplateName = (name: string): name is MailTemplateName => Object.hasOwn(mailTemplates, name)

export const sampleOf = (name: MailTemplateName) => ({ name, data: mailTemplates[name].sample }) as MailTemplateRequest
