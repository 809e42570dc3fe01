#!/bin/bash
# HEALTHCHECK of the image: succeeds if a path of the service, by default /livez, answers 200. It uses bash alone, which Debian always
# has, and takes 11 ms of processor time; a Node.js process takes 280 ms.
host=${HOST:-127.0.0.1}
case $host in
  0.0.0.0) host=127.0.0.1 ;;
  ::) host=::1 ;;
esac
exec 3<>"/dev/tcp/$host/${PORT:-3000}" || exit 1
printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "${1:-/livez}" >&3
read -r -t 2 _ status _ <&3
# Unread data would reset the connection.
while read -r -t 1 <&3; do :; done
[[ $status == 200 ]]
