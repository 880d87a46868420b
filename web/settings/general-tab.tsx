/** The person's own form, and what concerns their account. */
export default function GeneralTab() {
  return null
}
