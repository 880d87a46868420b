import { Button, Heading, Link, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { courtColors, styles } from './styles.ts'

export const Title = ({ children }: { children: ReactNode }) => (
  <Heading as="h1" className="ink" style={styles.heading}>
    {children}
  </Heading>
)

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text dir="auto" className="ink" style={styles.text}>
    {children}
  </Text>
)

/** A text that a user wrote. It keeps its own writing direction, so that Hebrew or Arabic does not reorder our sentence. */
export const UserText = ({ children }: { children: string }) => <bdi>{children}</bdi>

export const Facts = ({ children }: { children: ReactNode }) => (
  <Section className="line" style={styles.facts}>
    {children}
  </Section>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Text className="ink line" style={styles.fact}>
    <span className="soft" style={styles.label}>
      {label}
    </span>
    <br />
    <strong>{children}</strong>
  </Text>
)

type LinkedFactProps = { href: string; title: string; action?: ReactNode; children: string }

/** A title that links to its page, with one line of text and what can be done. */
export const LinkedFact = ({ href, title, action, children }: LinkedFactProps) => (
  <Text className="ink line" style={styles.fact}>
    <Link href={href} className="ink" style={styles.factLink}>
      <UserText>{title}</UserText>
    </Link>
    {children && <br />}
    <span className="soft" style={styles.label}>
      <UserText>{children}</UserText>
    </span>
    {action && <br />}
    {action}
  </Text>
)

export const Action = ({ href, children }: { href: string; children: string }) => (
  <Button href={href} className="button" style={styles.button}>
    {children}
  </Button>
)

/** A link within a sentence. */
export const TextLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="link" style={styles.textLink}>
    {children}
  </Link>
)

export const FootLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="soft" style={styles.footLink}>
    {children}
  </Link>
)

const lineStyle = `3px solid ${courtColors.lines}`
const cell = { padding: 0, fontSize: '1px', lineHeight: '1px' }

/** A pickleball court from above. It is drawn with table cells, because mail clients may block images. */
export const CourtBand = () => (
  <div data-skip-in-text="true" aria-hidden="true">
    <table
      width="100%"
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      style={{ backgroundColor: courtColors.outside, borderCollapse: 'separate' }}
    >
      <tbody>
        <tr>
          <td style={{ padding: '16px 28px 0' }}>
            <table
              width="100%"
              role="presentation"
              cellPadding={0}
              cellSpacing={0}
              style={{ backgroundColor: courtColors.inside, border: lineStyle, borderBottom: 0, borderCollapse: 'separate' }}
            >
              <tbody>
                <tr>
                  <td width="34%" height={34} style={{ ...cell, borderBottom: lineStyle }}>
                    &nbsp;
                  </td>
                  <td width="16%" rowSpan={2} style={{ ...cell, borderLeft: lineStyle }}>
                    &nbsp;
                  </td>
                  <td width="16%" rowSpan={2} style={{ ...cell, borderLeft: lineStyle, borderRight: lineStyle }}>
                    &nbsp;
                  </td>
                  <td width="34%" height={34} style={{ ...cell, borderBottom: lineStyle }}>
                    &nbsp;
                  </td>
                </tr>
                <tr>
                  <td height={20} style={cell}>
                    &nbsp;
                  </td>
                  <td height={20} style={cell}>
                    &nbsp;
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  </div>
)
