import { Body, Container, Head, Html, Preview, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { Platform } from '../../../domain/platforms.ts'
import { CourtBand, FootLink } from './parts.tsx'
import { darkCss, styles } from './styles.ts'

type LayoutProps = {
  platform: Platform
  productUrl: string
  subject: string
  preview: string
  reason: string
  /** Null if the email has no such link. */
  unsubscribeName: string | null
  unsubscribeUrl: string | null
  children: ReactNode
}

/** Counts code points, so that it never splits an emoji into two broken characters. */
const shorten = (text: string, maxLength: number) => Array.from(text).slice(0, maxLength).join('')

export const Layout = ({ platform, productUrl, subject, preview, reason, unsubscribeName, unsubscribeUrl, children }: LayoutProps) => (
  <Html lang="en">
    <Head>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <title>{subject}</title>
      <style>{darkCss}</style>
    </Head>
    <Body className="paper" style={styles.body}>
      <Preview>{shorten(preview, 120)}</Preview>
      {/* Body draws a table cell that our classes cannot reach. This table covers it, so that the whole page is dark in dark mode. */}
      <table width="100%" role="presentation" cellPadding={0} cellSpacing={0} className="paper" style={styles.paper}>
        <tbody>
          <tr>
            <td style={styles.margin}>
              <Container style={styles.page}>
                <Text className="ink" style={styles.brand}>
                  {platform.name}
                </Text>
                <table width="100%" role="presentation" cellPadding={0} cellSpacing={0} className="card" style={styles.card}>
                  <tbody>
                    <tr>
                      <td style={{ padding: 0 }}>
                        <CourtBand />
                      </td>
                    </tr>
                    <tr>
                      <td className="inner" style={styles.inner}>
                        {children}
                      </td>
                    </tr>
                  </tbody>
                </table>
                <Text className="soft" style={styles.foot}>
                  {reason}
                  {unsubscribeName && unsubscribeUrl && (
                    <>
                      {' '}
                      <FootLink href={unsubscribeUrl}>{`Unsubscribe from ${unsubscribeName}`}</FootLink>
                    </>
                  )}
                  <br />
                  <FootLink href={productUrl}>{platform.name}</FootLink>
                </Text>
              </Container>
            </td>
          </tr>
        </tbody>
      </table>
    </Body>
  </Html>
)
