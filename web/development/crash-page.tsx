/** Fails on purpose, unless the address says that it should not: so the error screen and its retry can be tried. */
export default function CrashPage() {
  if (new URLSearchParams(location.search).has('calm')) return <h1 className="text-heading">All is well.</h1>
  throw new Error('Crashed on purpose')
}
