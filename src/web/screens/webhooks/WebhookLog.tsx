/** The messages of a webhook, newest first; loads again while one waits. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookMessage } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { WithReason } from '../../ui/WithReason.tsx';
import { useChange } from '../access/useChange.ts';
import { messagesKey, WEBHOOKS } from './queries.ts';

const { log: texts, menu } = webhookTexts;
const RELOAD_MS = 2000;

function resultText({ state, attempts, nextAt }: WebhookMessage): string {
  if (state === 'delivered') return texts.delivered(attempts);
  if (state === 'failed') return texts.failed;
  return attempts === 0 ? texts.waiting : texts.again(formatDate(nextAt));
}

const eventText = (type: string): string => (webhookTexts.events as Readonly<Record<string, string>>)[type] ?? type;

export function WebhookLog({ webhook: { id, url, enabled } }: { webhook: Webhook }) {
  const makeChange = useChange(WEBHOOKS);
  const messages = useQuery({
    queryKey: messagesKey(id),
    queryFn: ({ signal }) => api().webhookMessages({ params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') ? RELOAD_MS : false),
  });
  const sendAgain = (messageId: string) =>
    makeChange(texts.sendAction, async () => (await api().sendMessageAgain({ params: { id, messageId } })).message);
  return (
    <Box sx={{ px: 2, py: 1.5 }}>
      <QueryStatus query={messages} loading={texts.loading} action={texts.load} />
      {messages.data?.length === 0 && <Typography variant="body2">{texts.none}</Typography>}
      {messages.data !== undefined && messages.data.length > 0 && (
        <SimpleTable
          label={texts.label(url)}
          titles={[texts.when, texts.event, texts.about, texts.result, '']}
          minWidth={720}
        >
          {messages.data.map((message) => (
            <TableRow key={message.id}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(message.createdAt)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{eventText(message.type)}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{message.about}</TableCell>
              <TableCell>
                {resultText(message)}
                {message.failure !== null && (
                  <Typography variant="body2" color="error">
                    {message.failure}
                  </Typography>
                )}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {message.state !== 'waiting' && (
                  <WithReason reason={enabled ? undefined : menu.isOff}>
                    <Button
                      size="small"
                      disabled={!enabled}
                      aria-label={texts.sendOne(message.about)}
                      onClick={() => void sendAgain(message.id)}
                    >
                      {texts.send}
                    </Button>
                  </WithReason>
                )}
              </TableCell>
            </TableRow>
          ))}
        </SimpleTable>
      )}
    </Box>
  );
}
