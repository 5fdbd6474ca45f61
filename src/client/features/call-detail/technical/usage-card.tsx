/** Card with a call's cost by product and the tokens that its language model used. */
import { useId, type ReactNode } from 'react';
import type { CallDetail } from '../../../../contract/calls.ts';
import { callDataTabLabels as labels } from '../call-detail-es.ts';
import { getBilledProductName } from '../product-names-es.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { UnknownFigure } from '../../../ui/unknown-figure.tsx';
import { getCallCostCents, listCallProductCosts, getCallTokenUsage, type CallProductCost } from '../call-values.ts';

interface FigureProps {
  readonly name: string;
  readonly help?: string;
  readonly note?: string | null;
  readonly children: ReactNode;
}

function Figure({ name, help, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-muted">{help === undefined ? name : <LabelWithHelp about={name} text={help} />}</dt>
      <dd className="mt-1 text-lg font-semibold tabular-nums">
        {children}
        {note ? <span className="block text-xs font-normal text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}

function Products({ products }: { readonly products: readonly CallProductCost[] }) {
  const format = useRegionalFormat();
  const headingId = useId();
  const cell = 'py-1.5 align-middle';
  return (
    <>
      <h3 id={headingId} className="mt-4 mb-1 border-t border-line pt-4 font-medium">
        {labels.products}
      </h3>
      <table aria-labelledby={headingId} className="w-full text-left tabular-nums">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 font-normal">
              {labels.product}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {labels.share}
            </th>
            <th scope="col" className="w-28 py-1 text-right font-normal">
              {labels.cost}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {products.map(({ product, cents, percent, isTransferLeg }, index) => (
            // The same billed product may occur twice, once for each leg of a transferred call.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <th scope="row" className={`${cell} font-normal`}>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span title={product} className="break-words">
                    {getBilledProductName(product)}
                  </span>
                  {isTransferLeg ? <Badge>{labels.transferLeg}</Badge> : null}
                </span>
              </th>
              <td className={`${cell} text-right`}>
                <span className="inline-flex items-center justify-end gap-2">
                  <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken max-sm:hidden">
                    <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
                  </span>
                  {format.percent(percent)}
                </span>
              </td>
              <td className={`${cell} text-right font-medium`}>{format.callCost(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function CallCostAndTokensCard({ call, className }: { readonly call: CallDetail; readonly className?: string }) {
  const format = useRegionalFormat();
  const cents = getCallCostCents(call);
  const tokens = getCallTokenUsage(call);
  const products = listCallProductCosts(call);
  const spread = tokens?.spread;
  return (
    <SectionCard title={labels.usage} {...(className === undefined ? {} : { className })}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure name={labels.cost} help={[labels.costHelp, format.moneyNote()].filter(Boolean).join(' ')}>
          {cents === null ? <UnknownFigure why={labels.costUnknown} className="font-medium" /> : format.callCost(cents)}
        </Figure>
        <Figure
          name={labels.tokens}
          help={labels.tokensHelp}
          note={
            spread && spread.least < spread.most
              ? labels.tokenSpread(format.count(spread.least), format.count(spread.most))
              : null
          }
        >
          {tokens ? format.count(tokens.average) : labels.notAvailable}
        </Figure>
        <Figure name={labels.requests}>{tokens ? format.count(tokens.requests) : labels.notAvailable}</Figure>
      </dl>
      {products.length > 0 ? <Products products={products} /> : null}
    </SectionCard>
  );
}
