import type { CSSProperties } from 'react'

/** The product's color tokens as hex, because mail clients support neither oklch nor CSS variables. */
const light = {
  paper: '#fbfaf6',
  card: '#ffffff',
  ink: '#18221b',
  soft: '#5d665f',
  line: '#e4e3dd',
  court: '#0961bb',
  onCourt: '#f7fcff',
}
const dark: typeof light = {
  paper: '#101511',
  card: '#171e19',
  ink: '#efefe9',
  soft: '#a2a69e',
  line: '#2b322d',
  court: '#60aaf3',
  onCourt: '#08121f',
}

export const courtColors = { outside: '#175d9b', inside: '#008760', lines: '#faf8f1' }

const font = "Figtree, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: light.paper },
  paper: { backgroundColor: light.paper, color: light.ink, fontFamily: font },
  margin: { padding: '28px 12px 40px' },
  page: { maxWidth: '560px', width: '100%' },
  brand: {
    margin: 0,
    padding: '0 4px 16px',
    fontSize: '21px',
    lineHeight: '28px',
    fontWeight: 800,
    letterSpacing: '-0.02em',
    color: light.ink,
  },
  card: {
    backgroundColor: light.card,
    border: `1px solid ${light.line}`,
    borderRadius: '14px',
    borderCollapse: 'separate',
    overflow: 'hidden',
  },
  inner: { padding: '28px 28px 30px' },
  heading: {
    margin: '0 0 12px',
    fontSize: '27px',
    lineHeight: '33px',
    fontWeight: 700,
    letterSpacing: '-0.015em',
    color: light.ink,
    overflowWrap: 'anywhere',
  },
  text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '25px', color: light.ink, overflowWrap: 'anywhere' },
  fact: {
    margin: 0,
    padding: '12px 0',
    borderTop: `1px solid ${light.line}`,
    fontSize: '16px',
    lineHeight: '24px',
    color: light.ink,
    overflowWrap: 'anywhere',
  },
  facts: { margin: '22px 0 24px', borderBottom: `1px solid ${light.line}` },
  label: { fontSize: '14px', lineHeight: '20px', color: light.soft },
  /** Below a fact, which is bold. */
  aside: { fontSize: '14px', lineHeight: '20px', fontWeight: 400, color: light.soft },
  button: {
    display: 'inline-block',
    marginTop: '8px',
    marginBottom: '20px',
    padding: '13px 22px',
    borderRadius: '9px',
    backgroundColor: light.court,
    color: light.onCourt,
    fontSize: '16px',
    lineHeight: '22px',
    fontWeight: 650,
    textDecoration: 'none',
  },
  foot: { margin: 0, padding: '18px 4px 0', fontSize: '13px', lineHeight: '20px', color: light.soft, overflowWrap: 'anywhere' },
  factLink: { color: light.ink, fontWeight: 600, textDecoration: 'underline' },
  textLink: { color: light.court, fontWeight: 600, textDecoration: 'underline' },
  code: {
    fontFamily: "ui-monospace, Menlo, Consolas, 'Courier New', monospace",
    fontSize: '22px',
    lineHeight: '30px',
    letterSpacing: '0.08em',
  },
  footLink: { color: light.soft, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/** Mail clients with dark mode use these classes. All others keep the inline colors. */
export const darkCss = `
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; color: ${dark.ink} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .line { border-color: ${dark.line} !important; }
  .link { color: ${dark.court} !important; }
  .button { background-color: ${dark.court} !important; color: ${dark.onCourt} !important; }
}
@media (max-width: 480px) {
  .inner { padding: 22px 20px 24px !important; }
}`
