/**
 * Box of fixed height for a chart. The box measures its own width before the first paint and when the window changes.
 * The chart is positioned absolutely, because otherwise it would keep the box from getting narrower.
 */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { classNames } from './class-names.ts';

/** Width in px of an A4 page inside the margins of theme.css. For print, charts are redrawn at this width. */
const paperWidth = 686;

interface ChartBoxProps {
  /** Height in pixels. */
  readonly height: number;
  readonly children: (width: number) => ReactNode;
  readonly className?: string;
}

export function MeasuredChartBox({ height, children, className }: ChartBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [measured, setWidth] = useState(0);
  const isPaper = useMediaQuery('print');
  const width = isPaper ? paperWidth : measured;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={classNames('relative min-w-0', className)} style={{ height }}>
      <div className="absolute inset-0 print:overflow-x-clip">{width > 0 ? children(width) : null}</div>
    </div>
  );
}
