type QuestionsProps = { questions: readonly { question: string; answer: string }[] }

/** Short answers below the prices. */
export function Questions({ questions }: QuestionsProps) {
  return (
    <section aria-labelledby="good-to-know" className="grid gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
      <h2 id="good-to-know">Good to know</h2>
      <dl className="border-t border-line">
        {questions.map(({ question, answer }) => (
          <div key={question} className="grid gap-x-10 gap-y-1 border-b border-line py-4.5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
            <dt className="font-strong">{question}</dt>
            <dd className="max-w-[60ch] text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
