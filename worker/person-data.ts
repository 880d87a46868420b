import { accountData } from './accounts/person-data.ts'
import { activitySubscriptionData } from './activity-subscriptions/person-data.ts'
import { adminData } from './admin/person-data.ts'
import { availabilityData } from './availability/person-data.ts'
import { betaData } from './betas/person-data.ts'
import { calendarAddressData } from './calendar-addresses/person-data.ts'
import { connectionData } from './connections/person-data.ts'
import { dataExportData } from './data-exports/person-data.ts'
import { dueData } from './dues/person-data.ts'
import { endorsementData } from './endorsements/person-data.ts'
import type { Env } from './env.ts'
import { eventData } from './events/person-data.ts'
import { externalTeamData } from './external-teams/person-data.ts'
import { feedbackData } from './feedback/person-data.ts'
import { formPaymentData } from './forms/payment-data.ts'
import { formData } from './forms/person-data.ts'
import { jobData } from './jobs/person-data.ts'
import { ledgerData } from './ledger/person-data.ts'
import { mailData } from './mail/person-data.ts'
import { membershipData } from './memberships/person-data.ts'
import { messageData } from './messages/person-data.ts'
import { myGamesData } from './my-games/person-data.ts'
import { notificationData } from './notifications/person-data.ts'
import { orderData } from './orders/person-data.ts'
import { organizationData } from './organizations/person-data.ts'
import { outreachData } from './outreach/person-data.ts'
import { paymentData } from './payments/person-data.ts'
import { placeData } from './places/person-data.ts'
import type { PersonData } from './platform/person-data.ts'
import { presenceData } from './presence/person-data.ts'
import { privacyData } from './privacy/person-data.ts'
import { profileData } from './profiles/person-data.ts'
import { pushData } from './push/person-data.ts'
import { reportData } from './reports/person-data.ts'
import { rosterData } from './roster/person-data.ts'
import { seasonData } from './seasons/person-data.ts'
import { seatCodeData } from './seat-codes/person-data.ts'
import { teamAnnouncementData } from './team-announcements/person-data.ts'
import { teamDraftData } from './team-drafts/person-data.ts'
import { teamFollowData } from './team-follows/person-data.ts'
import { teamHoursData } from './team-hours/person-data.ts'
import { teamJoiningData } from './team-joining/person-data.ts'
import { teamData } from './teams/person-data.ts'
import { userListData } from './user-lists/person-data.ts'

/** How each feature exports and erases a person's data. The account is last, because other features find rows by its email. */
export const personData: readonly PersonData[] = [
  profileData,
  activitySubscriptionData,
  adminData,
  availabilityData,
  betaData,
  calendarAddressData,
  connectionData,
  endorsementData,
  eventData,
  externalTeamData,
  feedbackData,
  // Before what was sent, which it refers to.
  formPaymentData,
  formData,
  ledgerData,
  membershipData,
  dueData,
  messageData,
  myGamesData,
  notificationData,
  orderData,
  organizationData,
  outreachData,
  placeData,
  presenceData,
  privacyData,
  pushData,
  reportData,
  rosterData,
  seasonData,
  seatCodeData,
  teamAnnouncementData,
  teamDraftData,
  teamFollowData,
  teamHoursData,
  teamJoiningData,
  teamData,
  userListData,
  mailData,
  jobData,
  // After the jobs, because its own message names the person.
  paymentData,
  dataExportData,
  accountData,
]

/** Erases what Durable Objects store about a person who deleted their account. */
export async function eraseObjects({ userId }: { userId: string }, { env }: { env: Env }): Promise<void> {
  await Promise.all(personData.map((data) => data.eraseObjects?.(env, userId)))
}
