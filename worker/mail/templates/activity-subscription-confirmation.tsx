import { formatActivities } from '../../../domain/activity-subscriptions/rules.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const listFormat = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' })
const miles = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'mile', unitDisplay: 'long', maximumFractionDigits: 1 })

export const activitySubscriptionConfirmation: MailTemplate<'activity-subscription-confirmation'> = {
  subject: ({ activitiesList, city }) => `Your alert for ${formatActivities(activitiesList)} near ${city}`,
  preview: ({ activitiesList, radius, city }) => `${listFormat.format(activitiesList)}, within ${miles.format(radius)} of ${city}.`,
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>
        You’re set, <UserText>{data.firstName}</UserText>
      </Title>
      <Paragraph>When someone publishes a game that matches your alert, we will notify you.</Paragraph>
      <Facts>
        <Fact label="What">
          <UserText>{listFormat.format(data.activitiesList)}</UserText>
        </Fact>
        <Fact label="Where">
          Within {miles.format(data.radius)} of <UserText>{data.city}</UserText>
        </Fact>
      </Facts>
      <Action href={productUrl}>{`Open ${platform.name}`}</Action>
    </>
  ),
  reason: (platform) => `You get this email because you added an alert on ${platform.name}.`,
  sample: { firstName: 'Maya', activitiesList: ['Pickleball', 'Sand Volleyball', 'Ultimate Frisbee'], city: 'Austin, TX', radius: 15 },
}
