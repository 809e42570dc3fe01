#!/bin/sh
# Prints nginx-replicas.conf, the part of nginx.conf that depends on the replicas, for two or more addresses:
#
#   deploy/nginx-replicas.sh replica-1:3000 replica-2:3000 > deploy/nginx-replicas.conf
set -eu

usage() {
  echo 'usage: nginx-replicas.sh HOST:PORT HOST:PORT...' >&2
  exit 2
}

[ $# -ge 2 ] || usage
for address; do
  case $address in
    *[!a-zA-Z0-9._:\[\]-]* | *[!0-9]) usage ;;
    ?*:[0-9]*) ;;
    *) usage ;;
  esac
done
numbers=$(seq $#)

# Prints a server line for the socket of one replica.
socket() {
  echo "  server unix:/tmp/replica-$1.sock max_fails=1 fail_timeout=10s;"
}

echo "# Written by: nginx-replicas.sh $*"
echo '# Used by nginx.conf. An unreachable replica is skipped and retried by one request every ten seconds.'

echo
echo '# The first attempt, at a random replica.'
echo 'upstream any {'
echo '  zone any 128k;'
echo '  random;'
for number in $numbers; do
  socket "$number"
done
echo '}'

echo
echo '# For bodies that are passed on as they arrive. Connections are not kept: a request cannot be repeated if a replica closes an idle'
echo '# connection just as nginx uses it.'
echo 'upstream replicas {'
echo '  zone replicas 128k;'
echo '  least_conn;'
for address; do
  echo "  server $address max_fails=1 fail_timeout=10s;"
done
echo '}'

for number in $numbers; do
  cat <<END

# Replica $number: its address, its socket and, if it is full or restarting, the second attempt at one of the others.
upstream address_$number {
  server $1;
  keepalive 8;
  # Below the 72 s of the service, so that nginx closes idle connections first.
  keepalive_timeout 60s;
}
server {
  listen unix:/tmp/replica-$number.sock backlog=4096;
  set \$address address_$number;
  include nginx-socket.conf;
}
upstream others_$number {
  zone others_$number 128k;
$(for other in $numbers; do [ "$other" -eq "$number" ] || socket "$other"; done)
  server unix:/tmp/left-out.sock backup;
}
END
  shift
done
