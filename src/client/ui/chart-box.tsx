/**
 * A box of fixed height for a chart drawn in pixels. It measures its width before the first paint and follows changes.
 * The chart is positioned over the box and does not keep it wide when the window gets narrower.
 */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { classNames } from './class-names.ts';

/** Width in px between the margins of theme.css on A4. Charts are redrawn for print, so that text keeps its size. */
const paperWidth = 686;

interface ChartBoxProps {
  /** Height in pixels. */
  readonly height: number;
  /** Renders the chart once its width in pixels is known. */
  readonly children: (width: number) => ReactNode;
  readonly className?: string;
}

export function ChartBox({ height, children, className }: ChartBoxProps) {
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
