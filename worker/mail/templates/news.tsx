import { Action, Paragraph, Title, UserText } from './parts.tsx'

type NewsProps = { data: { username: string; title: string; text: string }; href: string; label: string }

/** The contents of an email that says one thing in its title and a few sentences, and leads to one page. */
export const News = ({ data: { username, title, text }, href, label }: NewsProps) => (
  <>
    <Title>
      <UserText>{title}</UserText>
    </Title>
    <Paragraph>
      Hello <UserText>{username}</UserText>. <UserText>{text}</UserText>
    </Paragraph>
    <Action href={href}>{label}</Action>
  </>
)
