/** Crashes on purpose, to test the error screen and its retry button. With `?calm` in the URL it does not crash. */
export default function CrashPage() {
  if (new URLSearchParams(location.search).has('calm')) return <h1 className="text-heading">All is well.</h1>
  throw new Error('Crashed on purpose')
}
