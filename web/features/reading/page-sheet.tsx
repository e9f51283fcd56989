/** The placeholder of a page that isn't drawn yet, or can't be. */
export function PageSheet({ failed = false }: { failed?: boolean }) {
  if (failed) {
    return (
      <div className="page-sheet grid place-items-center p-6 text-center">
        <p className="text-14">We can’t show this page. The others may be fine.</p>
      </div>
    )
  }
  return (
    <div aria-hidden="true" className="page-sheet p-[9%]">
      <span className="page-line w-1/2" />
      {widths.map(width => (
        <span key={width} className="page-line" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

const widths = [96, 99, 93, 97, 62]
