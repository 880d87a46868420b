import { Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import { styles } from './styles.ts'
import type { MailTemplate } from './template.ts'

export const confirmationCode: MailTemplate<'confirmation-code'> = {
  subject: ({ code }, platform) => `${code} is your ${platform.name} code`,
  preview: () => 'Type this code to confirm that it is you.',
  Content: ({ data }) => (
    <>
      <Title>Confirm that it is you</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, type this code where you were asked for it. It works once, for 15 minutes.
      </Paragraph>
      <Facts>
        <Fact label="Your code">
          <span style={styles.code}>{data.code}</span>
        </Fact>
      </Facts>
      <Paragraph>
        If you did not ask for this code, do not give it to anyone. Someone else may be signed in to your account: set a password, which
        signs out all devices.
      </Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', code: '482913' },
}
